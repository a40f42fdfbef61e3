// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconRobot = /* @__PURE__ */ createIcon(
  'outline',
  'M6 6a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2l0 -4',
  'M12 2v2',
  'M9 12v9',
  'M15 12v9',
  'M5 16l4 -2',
  'M15 14l4 2',
  'M9 18h6',
  'M10 8v.01',
  'M14 8v.01',
)
