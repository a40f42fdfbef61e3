// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconArrowBackUp = /* @__PURE__ */ createIcon('outline', 'M9 14l-4 -4l4 -4', 'M5 10h11a4 4 0 1 1 0 8h-1')
