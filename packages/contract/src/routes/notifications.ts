import { defineRoutes } from '../route.ts'
import { AlertTest, AlertTestRequest } from '../schemas/alerts.ts'
import { mostNotifiedBrowsers, NotificationState, PushSubscriptionDetails } from '../schemas/notifications.ts'
import { success } from '../schemas/primitives.ts'

/** Notifications of a browser (web push), which belong to its sign-in, so a key has none; and alerts to operators. */
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
  testAlert: {
    method: 'POST',
    path: '/api/operator/alerts/test',
    tag: 'Operator',
    summary: 'Send a test alert',
    description:
      'Sends a test by mail or to the webhook with these values, and with saved ones for those that are omitted. Saves nothing. ' +
      'The response says at once whether it was accepted, and otherwise what to do.',
    permission: 'operator',
    cost: 'report',
    body: AlertTestRequest,
    answer: { status: 200, schema: AlertTest },
  },
})
