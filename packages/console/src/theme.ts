import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The green of the house, as on the chat page. */
const inn: MantineColorsTuple = [
  '#eaf7f0',
  '#d8ece1',
  '#b1d9c3',
  '#86c5a2',
  '#62b487',
  '#4aa975',
  '#2f8f5b',
  '#257a4c',
  '#1c6a40',
  '#0a5a32',
]

export const theme = createTheme({
  primaryColor: 'inn',
  primaryShade: { light: 7, dark: 5 },
  colors: { inn },
  defaultRadius: 'md',
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans TC', 'Noto Sans Thai', sans-serif",
  autoContrast: true,
})
