import type { LineSetupTexts } from './words.ts'

export const english: LineSetupTexts = {
  intro:
    'You need a LINE account and about five minutes. Names in quotation marks appear on LINE’s own pages. LINE calls your bot’s account a channel. Here, a channel is a chat that the bot is in.',
  addressNeeds:
    'LINE delivers messages only to a public address with HTTPS, with a certificate from a public authority.',
  steps: {
    create: {
      title: 'Create the bot’s account',
      text: 'Create an official account in the LINE Official Account Manager. Then open “Settings” → “Messaging API” there and turn on the Messaging API. LINE asks for a “provider”: enter your group’s or club’s name. You can’t change it later.',
    },
    groups: {
      title: 'Allow it to join groups',
      text: 'In the LINE Developers Console, open the account and its “Messaging API” tab. Enable “Allow bot to join group chats”. It’s off at first. Until you turn it on, the bot can’t join a group.',
    },
    replies: {
      title: 'Turn off LINE’s own replies',
      text: 'In the LINE Official Account Manager, open “Response settings”. Turn off the greeting message and auto-response messages. Otherwise people get two replies.',
    },
    values: {
      title: 'Copy two values',
      text: 'In the LINE Developers Console, open the account’s “Basic settings” tab. Both values are there.',
    },
  },
  links: { manager: 'Open LINE Official Account Manager', console: 'Open LINE Developers Console' },
  fields: {
    channelId: { label: 'Channel ID', hint: 'Of the bot, not of a group. Digits only, on the “Basic settings” tab.' },
    channelSecret: { label: 'Channel secret', hint: '32 letters and digits, further down on the same tab.' },
    accessToken: {
      label: 'Channel access token (long-lived)',
      hint: 'Not needed if you enter the channel ID. On the “Messaging API” tab.',
    },
  },
  invitation: [
    'Scan the code with LINE, or open the link on your phone, and add the bot as a friend.',
    'Open your group in LINE and invite the bot like any other friend. A group can have only one official account.',
    'Send the command below in the group, with its code. It makes you the group’s owner, and links your LINE account to this operator account. The code works once.',
  ],
  checks: {
    form: {
      title: 'Form of the values',
      secretAsId:
        '“{field}” contains the channel secret. The channel ID has only digits, and is further up on the same tab.',
      handleAsId:
        '“{field}” contains the bot’s LINE ID, which starts with @. Copy the channel ID from the “Basic settings” tab instead.',
      userAsId:
        '“{field}” contains a user ID. Copy the channel ID from the “Basic settings” tab instead. It has only digits.',
      notDigits: '“{field}” must have only digits. Copy it again from the “Basic settings” tab.',
      idAsSecret:
        '“{field}” contains only digits, like a channel ID. Copy the channel secret from further down on the same tab.',
      tokenAsSecret:
        '“{field}” contains an access token. Copy the channel secret from the “Basic settings” tab instead.',
      secretLength: '“{field}” has {count} characters, but it should have 32. Copy it again.',
      secretAsToken:
        '“{field}” contains the channel secret. Leave it empty and enter the channel ID, or press “Issue” on the “Messaging API” tab and copy the token.',
      shortToken: '“{field}” is not a complete access token. Part of it may be missing. Copy it again.',
    },
    credentials: {
      title: 'Access to LINE',
      accepted: 'LINE recognizes your bot.',
      refusedPair:
        'LINE doesn’t accept this channel ID with this channel secret. Copy both again, from the same “Basic settings” tab. If you issued a new secret, the old one no longer works.',
      refusedToken:
        'LINE doesn’t accept the access token. It may be incomplete or revoked. Issue a new one on the “Messaging API” tab, or enter the channel ID instead.',
      otherChannel:
        'The access token belongs to another bot account, with the channel ID {id}. Remove the token, or copy all values from the same account.',
      missing: 'Enter the channel ID.',
    },
    silence: {
      title: 'Connection to LINE',
      text: 'LINE can’t be reached: {reason}. Check that this machine has internet access, then try again.',
    },
    account: {
      title: 'The bot’s account',
      found: '{name}',
      other:
        'These values belong to the bot “{name}”, but the groups saved here belong to another bot. If you continue, this service no longer receives messages from those groups. Everything saved so far stays.',
    },
    clock: {
      title: 'Clock of this machine',
      ahead: 'This machine’s clock is {minutes} minutes ahead, so messages get wrong times. Turn on automatic time.',
      behind: 'This machine’s clock is {minutes} minutes behind, so messages get wrong times. Turn on automatic time.',
    },
    address: {
      title: 'Webhook address',
      set: 'LINE delivers messages to {url}',
      refused:
        'LINE doesn’t accept {url}. It needs a public address with HTTPS. Enter the address in the step “Address”, then check again.',
      failed: 'Couldn’t register the address with LINE: {reason}. Check again in a minute.',
    },
    switch: {
      title: 'Webhook switch',
      on: '“Use webhook” is on.',
      off: '“Use webhook” is off, so LINE doesn’t send any messages to this service. Turn it on in the LINE Developers Console, on the “Messaging API” tab.',
      unknown:
        'LINE doesn’t tell us whether “Use webhook” is on. Check the “Messaging API” tab in the LINE Developers Console.',
    },
    delivery: {
      title: 'Test webhook',
      works: 'LINE’s test webhook arrived.',
      unreachable:
        'LINE can’t connect to {url}. Check that the domain name points to this machine, that the port is open in your router and firewall, and that the certificate comes from a public authority.',
      late: 'The connection to {url} took too long. Check your router, firewall and proxy.',
      signature:
        'LINE’s test webhook arrived, but its signature doesn’t match. Check the channel secret. A proxy must pass on the header X-Line-Signature and the body unchanged.',
      redirected:
        '{url} redirects to another address, which LINE doesn’t follow. Enter the final address in the step “Address”.',
      notFound: 'Another server answers at {url}. Check that the proxy passes on everything to this service.',
      status: 'The server at {url} responded with status {status}. Check the proxy in front of this service.',
      unknown: 'LINE’s test webhook failed: {reason}',
    },
    redelivery: {
      title: 'Webhook redelivery',
      seen: 'LINE has redelivered a webhook, so “Webhook redelivery” is on.',
      unknown:
        'LINE doesn’t tell us whether “Webhook redelivery” is on. Turn it on in the “Messaging API” tab. Without it, messages sent while this service is down are lost.',
    },
    replies: {
      title: 'LINE’s own replies',
      chatOn:
        '“Chat” is on under “Response settings” in the LINE Official Account Manager, so LINE may answer for you. Turn it off, unless you answer people there by hand.',
      unknown:
        '“Chat” in the LINE Official Account Manager is off, as it should be. We can’t see whether the greeting message and auto-response messages are off, too. Check them there, under “Response settings”.',
    },
    groups: {
      title: 'Joining groups',
      text: 'LINE doesn’t tell us whether “Allow bot to join group chats” is on. If the bot leaves a group at once, turn it on and invite the bot again.',
    },
  },
}
