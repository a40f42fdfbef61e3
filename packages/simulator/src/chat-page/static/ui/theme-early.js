// Before anything is painted, so that a dark page never flashes white. A plain script: modules come too late.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's choice counts.
}
