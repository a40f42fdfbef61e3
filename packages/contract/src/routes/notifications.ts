import { defineRoutes } from '../route.ts'
import { mostNotifiedBrowsers, NotificationState, PushSubscriptionDetails } from '../schemas/notifications.ts'
import { success } from '../schemas/primitives.ts'

/** Notifications of a browser (web push). They belong to its sign-in, so a key has none. */
export const notificationRoutes = defineRoutes({
  getNotifications: {
    method: 'GET',
    path: '/api/notifications',
    tag: 'Account',
    summary: 'Get the notifications of this browser',
    permission: 'key',
    answer: { status: 200, schema: NotificationState },
  },
  turnOnNotifications: {
    method: 'PUT',
    path: '/api/notifications',
    tag: 'Account',
    summary: 'Turn on notifications in this browser',
    description:
      "The browser is notified of new messages that match the caller's saved searches, and with operator rights also when the " +
      'service needs attention. A notification has the name of the search and a count, but no message text, sender or group. ' +
      `At most ${mostNotifiedBrowsers} browsers of a person get notifications. One more replaces the oldest. Keys get 400.`,
    permission: 'key',
    body: PushSubscriptionDetails,
    answer: { status: 200, schema: success },
  },
  turnOffNotifications: {
    method: 'DELETE',
    path: '/api/notifications',
    tag: 'Account',
    summary: 'Turn off notifications in this browser',
    permission: 'key',
    answer: { status: 200, schema: success },
  },
  testNotification: {
    method: 'POST',
    path: '/api/notifications/test',
    tag: 'Account',
    summary: 'Send a test notification to this browser',
    description:
      "Rejected with 400 if notifications are off, or if the browser's push service doesn't accept them. Then the error says why.",
    permission: 'key',
    cost: 'report',
    answer: { status: 200, schema: success },
  },
})
