// From Tabler's icons 3.51.0 (MIT, see LICENSE), by npm run icons.
import { createIcon } from './create-icon.tsx'

export const IconBookmarks = /* @__PURE__ */ createIcon(
  'outline',
  'M15 10v11l-5 -3l-5 3v-11a3 3 0 0 1 3 -3h4a3 3 0 0 1 3 3',
  'M11 3h5a3 3 0 0 1 3 3v11',
)
