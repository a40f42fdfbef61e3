// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconMoodPuzzled = /* @__PURE__ */ createIcon(
  'outline',
  'M14.986 3.51a9 9 0 1 0 1.514 16.284c2.489 -1.437 4.181 -3.978 4.5 -6.794',
  'M10 10h.01',
  'M14 8h.01',
  'M12 15c1 -1.333 2 -2 3 -2',
  'M20 9v.01',
  'M20 6a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
)
