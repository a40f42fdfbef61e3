/** Texts for setting up snapshots and alerts, which are loaded when they are needed. */
export const alerts = {
  alerts: {
    title: 'Safety',
    text: 'Snapshots protect against a failing disk, and alerts tell you when something needs attention. You can leave all of this empty and change it later in the settings.',
    snapshots: {
      title: 'Snapshots',
      text: 'A snapshot is a copy of everything that Innkeeper has saved.',
      noPlace:
        'First choose where they go. Start the service with `INNKEEPER_SNAPSHOT_FOLDER` set to a folder on another disk (or `INNKEEPER_SNAPSHOT_BUCKET`). Then choose the schedule here.',
      noPlaceExample: 'For example: `INNKEEPER_SNAPSHOT_FOLDER=/mnt/backup ./innkeeper serve`',
      place: 'Stored in {{places}}',
    },
    mail: {
      title: 'Email',
      text: 'You get an email when a snapshot fails, the disk fills up, webhooks stop arriving or something else needs attention.',
      send: 'Send a test by email',
      sent: 'The mail server accepted the test. Check that it arrives.',
    },
    webhook: {
      title: 'Signed webhook',
      text: 'The same alerts, sent as a signed request to a program such as ntfy or n8n.',
      create: 'Create a secret',
      created: 'Copy this secret to the receiver now. Once saved, it’s never shown again.',
      send: 'Send a test to the webhook',
      sent: 'The webhook accepted the test.',
    },
    said: 'Answer: {{detail}}',
    failures: {
      'not-set-up': 'Fill in the fields above first.',
      'not-found': 'There’s no such host. Check its name.',
      'not-allowed':
        'This address isn’t a public one, and only those are contacted. To allow it, add its host to `INNKEEPER_ALERT_WEBHOOK_ALLOW` and restart the service.',
      unreachable: 'The connection failed. Check the host and the port, and whether a firewall is in between.',
      silent: 'There was no response in time. Check the host and the port.',
      'no-encryption':
        'The mail server doesn’t offer encryption. Use port 465 or 587, or make encryption optional in the settings if the mail server is in your own network.',
      certificate: 'The certificate isn’t valid for this host. Use the name that the certificate is for, or renew it.',
      login: 'The mail server rejected the user name or password. Many providers require an app password.',
      sender: 'The mail server rejected the sender. In the settings, enter an address that this user may send from.',
      recipient: 'The mail server rejected a recipient. Check the addresses.',
      redirected: 'This address redirects to another one, which we don’t follow. Enter the one that it redirects to.',
      gone: 'The receiver has shut down this address (410). Enter another one.',
      rejected: 'The other side rejected the test. Look in its log for the reason.',
    },
  },
} as const
