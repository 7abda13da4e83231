// Before the page is drawn, so that a dark page does not flash up light. Not a module: it must not wait.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("beeline-studio-preferences")) ?? {};
  } catch {
    // No storage: the defaults.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const root = document.documentElement;
    const theme = root.dataset.chosen ?? chosen.theme ?? "auto";
    root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  };
  document.documentElement.dataset.stones = chosen.stones ?? "classic";
  dark.addEventListener("change", apply);
  addEventListener("themechange", apply);
  apply();
})();
