"""The studio: play, analyse, solve and watch learning in a browser (docs/reference/studio.md).

``serve`` starts it. The server keeps no games: what a request needs stands in the request, so that a page
carries on with the next server where it left off with the last. The rooms of the server, from the ground up:

=============  ===========================================================
``limits``     what a request may ask for
``turns``      the fair queue in which searches take turns
``guard``      who may ask: hosts, origins, sizes
``positions``  positions and games as they come and go
``players``    the levels, and which players the page may name
``runs``       tournaments and evolutions in the run folders
``play``, ``live``, ``knowledge``, ``files``, ``watch``   the API
``app``, ``server``                                       all of it together
=============  ===========================================================
"""
