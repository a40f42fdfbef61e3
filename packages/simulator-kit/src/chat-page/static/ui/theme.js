import { icon, iconButton } from './icons.js'

const themes = [
  { name: 'auto', icon: 'auto', label: 'Theme: system' },
  { name: 'light', icon: 'sun', label: 'Theme: light' },
  { name: 'dark', icon: 'moon', label: 'Theme: dark' },
]

/** Cycles through system, light and dark. */
export function createThemeSwitch() {
  const button = iconButton('auto', '', () => {
    const index = themes.findIndex(({ name }) => name === current())
    use(themes[(index + 1) % themes.length].name)
    show()
  })
  const show = () => {
    const theme = themes.find(({ name }) => name === current())
    button.replaceChildren(icon(theme.icon))
    button.title = theme.label
    button.setAttribute('aria-label', `${theme.label}. Change theme`)
  }
  show()
  return button
}

function current() {
  return document.documentElement.dataset.theme ?? 'auto'
}

function use(name) {
  if (name === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = name
  try {
    localStorage.setItem('theme', name)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}
