import {
  alpha,
  type BadgeProps,
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type MenuProps,
  type ModalProps,
  mergeThemeOverrides,
} from '@mantine/core'
import { calendarTexts } from './format/calendar.ts'
import type { Format } from './format/format.ts'

/** Our green, as on the chat page. */
const brand: MantineColorsTuple = [
  '#eaf6f0',
  '#d4ecdf',
  '#a9dcc4',
  '#7fd1b0',
  '#55c79c',
  '#3fae86',
  '#2c9470',
  '#1f7a5c',
  '#196349',
  '#12382a',
]

const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  colors: { brand },
  defaultRadius: 'md',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', var(--font-of-language), sans-serif",
  autoContrast: true,
  respectReducedMotion: true,
  black: '#1c1e21',
  // The library uses one shade for both colour schemes, and would put white text on the light green of the dark scheme.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-filled)' } : colors
  },
  // By name: importing the components would load the code of menus and dialogs before anything is shown.
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 500 } satisfies Partial<BadgeProps> },
    Button: { defaultProps: { fw: 500 } satisfies Partial<ButtonProps> },
    // Opening a menu focuses its first item; the library's placeholder would come before it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    Modal: {
      defaultProps: { centered: true } satisfies Partial<ModalProps>,
      styles: { title: { fontWeight: 600, lineHeight: 1.35 } },
    },
  },
})

/**
 * Dimmed text must be readable: the library's greys have less contrast than 4.5:1. In the dark scheme, tints are
 * transparent light colours.
 */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--on-filled': colors.gray[0],
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-orange-light-color': '#a33a0a',
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-red-outline': colors.red[9],
    '--mantine-color-red-text': colors.red[9],
  },
  dark: {
    '--on-filled': colors.dark[9],
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-brand-light': alpha(brand[4], 0.14),
    '--mantine-color-brand-light-hover': alpha(brand[4], 0.2),
    '--mantine-color-brand-light-color': brand[3],
    '--mantine-color-red-light-color': colors.red[4],
  },
})

/** Adds labels for icon buttons, days and months to all components of the library. */
export function withNames(close: string, format: Format): MantineThemeOverride {
  return mergeThemeOverrides(theme, {
    components: { CloseButton: { defaultProps: { 'aria-label': close } }, ...calendarTexts(format) },
  })
}
