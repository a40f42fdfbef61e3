// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconTrendingUp = /* @__PURE__ */ createIcon('outline', 'M3 17l6 -6l4 4l8 -8', 'M14 7l7 0l0 7')
