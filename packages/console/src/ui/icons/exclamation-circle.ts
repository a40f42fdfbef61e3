// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconExclamationCircle = /* @__PURE__ */ createIcon(
  'outline',
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M12 9v4',
  'M12 16v.01',
)
