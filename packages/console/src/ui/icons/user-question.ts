// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconUserQuestion = /* @__PURE__ */ createIcon(
  'outline',
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M6 21v-2a4 4 0 0 1 4 -4h3.5',
  'M19 22v.01',
  'M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
)
