// Loads the scripts of the page after its first paint, which they would delay; in a tab that is not painted, at once or
// after a while. Each is a task of its own, so that no task is long.

function loadScripts() {
  const scripts = /** @type {HTMLTemplateElement} */ (document.getElementById("scripts"));
  for (const one of [...scripts.content.children]) setTimeout(() => document.head.append(one));
}

new PerformanceObserver(loadScripts).observe({ type: "paint", buffered: true });
setTimeout(loadScripts, document.hidden ? 0 : 5000);
