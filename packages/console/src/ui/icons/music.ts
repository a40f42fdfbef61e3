// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconMusic = /* @__PURE__ */ createIcon(
  'outline',
  'M3 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
  'M13 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
  'M9 17v-13h10v13',
  'M9 8h10',
)
