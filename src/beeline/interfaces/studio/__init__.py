"""The studio: play, analyse, solve and watch learning in a browser (docs/reference/studio.md).

``serve`` starts it. The server keeps no games but those of the library: what a request needs stands in the
request, so that a page carries on with the next server where it left off with the last. The modules, from the
ground up:

=====================================================  ====================================================
``sentences``, ``memory``, ``turns``, ``searching``    errors in words; searches, which take turns
``guard``, ``token``, ``open_sockets``                 access: hosts, origins, sizes, the token, connections
``position_models``                                    positions and games as they come and go
``cast``, ``analysts``                                 the players that a page may name, and its analyses
``run_listing``, ``recorded_runs``, ``curves``,        run folders: tournaments and trainings
``training_progress``, ``jobs``
``explored_games``                                     openings of the library and of the runs
``studio``                                             the state that all of these share
``play``, ``live``, ``knowledge``, ``game_files``,     the API (docs/reference/studio-api.md)
``library``, ``explorer``, ``puzzle_routes``,
``watch``, ``starting``
``page_files``, ``embedding``                          the files of the page and of the embedded board
``app``, ``server``                                    all of it together
=====================================================  ====================================================
"""
