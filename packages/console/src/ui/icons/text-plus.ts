// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconTextPlus = /* @__PURE__ */ createIcon(
  'outline',
  'M19 10h-14',
  'M5 6h14',
  'M14 14h-9',
  'M5 18h6',
  'M18 15v6',
  'M15 18h6',
)
