// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconCornerUpLeft = /* @__PURE__ */ createIcon('outline', 'M18 18v-6a3 3 0 0 0 -3 -3h-10l4 -4m0 8l-4 -4')
