// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconSelector = /* @__PURE__ */ createIcon('outline', 'M8 9l4 -4l4 4', 'M16 15l-4 4l-4 -4')
