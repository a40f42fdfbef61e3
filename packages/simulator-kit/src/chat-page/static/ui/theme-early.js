// Runs before the first paint, so that a dark page never flashes white. A classic script, because modules run too late.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage, the system's setting is used.
}
