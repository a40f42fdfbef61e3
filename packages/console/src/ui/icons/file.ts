// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconFile = /* @__PURE__ */ createIcon(
  'outline',
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
)
