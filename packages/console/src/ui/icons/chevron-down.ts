// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconChevronDown = /* @__PURE__ */ createIcon('outline', 'M6 9l6 6l6 -6')
