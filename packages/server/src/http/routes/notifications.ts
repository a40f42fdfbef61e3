import { testAlert } from '../../actions/notifications/alerts/test-alert.ts'
import {
  getNotifications,
  testNotification,
  turnOffNotifications,
  turnOnNotifications,
} from '../../actions/notifications/notifications.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names = 'getNotifications' | 'turnOnNotifications' | 'turnOffNotifications' | 'testNotification' | 'testAlert'

export function notificationHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getNotifications: ({ grant }) => getNotifications(deps, grant),
    async turnOnNotifications({ grant, body }) {
      await turnOnNotifications(deps, grant, body)
      return done
    },
    async turnOffNotifications({ grant }) {
      await turnOffNotifications(deps, grant)
      return done
    },
    async testNotification({ grant }) {
      await testNotification(deps, grant)
      return done
    },
    testAlert: ({ body }) => testAlert(deps, body),
  }
}
