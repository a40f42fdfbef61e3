import { access } from './access.ts'
import { assistant } from './assistant.ts'
import { assistantParts } from './assistant-parts.ts'
import { conversation } from './conversation.ts'
import { editing } from './editing.ts'
import { gallery } from './gallery.ts'
import { members } from './members.ts'
import { operator } from './operator.ts'
import { people } from './people.ts'
import { search } from './search.ts'
import { serviceSettings } from './service-settings.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { usage } from './usage.ts'

export const rest = {
  assistant,
  assistantParts,
  editing,
  gallery,
  access,
  members,
  operator,
  conversation,
  people,
  search,
  serviceSettings,
  settings,
  setup,
  usage,
}
