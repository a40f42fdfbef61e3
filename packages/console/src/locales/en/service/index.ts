import { operator } from './operator.ts'
import { serviceSettings } from './service-settings.ts'
import { setup } from './setup.ts'

/** Texts of the pages about the service itself, which only operators open. */
export const service = { operator, serviceSettings, setup }
