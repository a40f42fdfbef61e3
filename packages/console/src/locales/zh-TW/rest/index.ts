import { access } from './access.ts'
import { conversation } from './conversation.ts'
import { editing } from './editing.ts'
import { gallery } from './gallery.ts'
import { members } from './members.ts'
import { people } from './people.ts'
import { search } from './search.ts'
import { usage } from './usage.ts'

export const rest = {
  editing,
  gallery,
  access,
  members,
  conversation,
  people,
  search,
  usage,
}
