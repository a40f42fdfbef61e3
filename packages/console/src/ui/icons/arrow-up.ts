// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconArrowUp = /* @__PURE__ */ createIcon('outline', 'M12 5l0 14', 'M18 11l-6 -6', 'M6 11l6 -6')
