// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconCheck = /* @__PURE__ */ createIcon('outline', 'M5 12l5 5l10 -10')
