// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconTrendingDown = /* @__PURE__ */ createIcon('outline', 'M3 7l6 6l4 -4l8 8', 'M21 10l0 7l-7 0')
