export const errors = {
  kinds: {
    forbidden: {
      title: 'This channel is not open to you',
      text: 'Or it does not exist any more. If you think you should see it, ask somebody who looks after it.',
    },
    denied: {
      title: 'You may not do this',
      text: 'Your role or your key does not allow it. Ask the owner of the channel.',
    },
    'not-subscribed': {
      title: 'You do not subscribe to this backup',
      text: 'Reading is for its subscribers. Open the channel again to subscribe.',
    },
    'signed-out': { title: 'Your sign-in has ended', text: 'Sign in again to go on where you were.' },
    'cross-site': {
      title: 'The service did not recognise its own page',
      text: 'Open the console at the address the service is set up with, and try again.',
    },
    'not-found': { title: 'There is nothing here', text: 'The address is wrong, or what it led to is gone.' },
    'message-not-found': {
      title: 'This message is gone',
      text: 'It was unsent, erased or has expired, or it was never in this channel.',
    },
    'too-many': {
      title: 'Too many requests',
      text_one: 'Try again in a second.',
      text_other: 'Try again in {{count}} seconds.',
    },
    invalid: { title: 'The service did not accept this', text: '{{sentence}}' },
    server: { title: 'Something went wrong in the service', text: 'Try again. If it stays so, tell the operator.' },
    unavailable: {
      title: 'The service cannot answer right now',
      text: 'It may be starting or its store may be busy. Try again soon.',
    },
    network: {
      title: 'The service cannot be reached',
      text: 'Check your connection.',
    },
    bug: { title: 'This page has tripped', text: 'It is our fault, not yours. Load it again; your data is safe.' },
  },
  byItself: 'As soon as it is back, this is tried again by itself.',
  requestId: 'Request id for the operator: {{id}}',
  signIn: 'Sign in',
  home: 'Back to all channels',
  reload: 'Load the page again',
} as const
