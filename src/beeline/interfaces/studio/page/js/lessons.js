// The first lessons: positions with a task each, on a small board. The person is Black.
//
// A lesson is a start and steps; a step says what to do, which cells do it, and why others do not. White's
// `attack` comes before the task of a step.

const GAP = { rows: 5, cols: 5, black: ["d1", "c2", "b4", "b5"], white: ["a3", "c3", "d3", "e2"], to_move: "black" };
const BRIDGE = { rows: 5, cols: 5, black: ["c2", "b4"], white: ["e3"], to_move: "white" };
const AHEAD = { rows: 7, cols: 7, black: ["d3"], white: ["f5"], to_move: "black" };

export const LESSONS = [
  {
    title: "The goal",
    start: GAP,
    steps: [
      {
        say: "You are Black. Join the top of the board to the bottom with one unbroken chain; White joins left to right. One stone is missing: click its cell.",
        wanted: ["b3"],
        wrong: () => "That leaves the gap open. Cells touch along their six sides: which cell touches both parts of your chain?",
        done: "Joined: that is a won game. Stones never move and are never taken, and there is no draw.",
      },
    ],
  },
  {
    title: "The bridge",
    start: BRIDGE,
    steps: [
      {
        attack: "c3",
        say: "Two stones with two empty cells between them are a bridge: they are as good as joined. White has just taken one of the two cells. Keep the stones together.",
        wanted: ["b3"],
        wrong: () => "White would take b3, too, and your stones would be cut. The other cell of the bridge keeps them together.",
        done: "Whichever of the two White takes, you take the other.",
      },
      {
        attack: "b5",
        say: "The edge counts as well: from the second row there are two ways to it. White attacks at the bottom. Answer.",
        wanted: ["a5"],
        wrong: () => "White would take a5 and keep you from the bottom.",
        done: "So a stone on the second row is already joined to the edge.",
      },
      {
        attack: "d1",
        say: "And the same at the top.",
        wanted: ["c1"],
        wrong: () => "White would take c1 and keep you from the top.",
        done: "You have won, and every move was an answer: bridges win games before they are filled.",
      },
    ],
  },
  {
    title: "Getting ahead",
    start: AHEAD,
    steps: [
      {
        say: "Bridges are the fast way across the board. Make one from d3 towards the bottom: two rows at once.",
        wanted: ["c5"],
        wrong: (cell) =>
          ["b4", "e4", "f2", "c2", "e1"].includes(cell)
            ? "A bridge, but it leads sideways or back. Which cell is two rows below d3 with two empty cells between?"
            : "No bridge from there to d3. Look for the cell two rows below with two empty cells between.",
        done: "A bridge. Now for a game: all you need is bridges, edges, and a look at where White wants to go.",
      },
    ],
  },
];

/** The games that follow, each with what is new in it. */
export const FIRST_GAMES = [
  {
    title: "A first game",
    size: 5,
    swapRule: false,
    say: "Your first game, on a small board against an easy opponent. You begin. A hint is one click away, and if a move gives the win away, I say so.",
  },
  {
    title: "A larger board",
    size: 7,
    swapRule: false,
    say: "The same on 7×7. Begin in the middle, make bridges towards your edges, and block White early, not close by.",
  },
  {
    title: "The swap",
    size: 7,
    swapRule: true,
    say: "Beginning in the middle wins too easily. So there is the swap rule: White may take over your first stone. Begin and see what happens.",
  },
];
