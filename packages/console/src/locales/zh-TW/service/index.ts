import { operator } from './operator.ts'
import { serviceSettings } from './service-settings.ts'
import { setup } from './setup.ts'

export const service = { operator, serviceSettings, setup }
