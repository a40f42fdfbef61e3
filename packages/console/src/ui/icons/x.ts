// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconX = /* @__PURE__ */ createIcon('outline', 'M18 6l-12 12', 'M6 6l12 12')
