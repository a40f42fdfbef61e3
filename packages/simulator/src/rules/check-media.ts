import {
  checkNumber,
  checkSize,
  checkText,
  checkUrl,
  type Destination,
  type Fields,
  fieldsIn,
  missing,
  type Problem,
} from './problems.ts'

/** Everything except texts and templates. Media are URLs that the platform fetches. */
export function checkMedia(message: Fields, at: string, destination: Destination | undefined): Problem[] {
  const { type } = message
  const original = () => checkUrl(message.originalContentUrl, `${at}.originalContentUrl`)
  const preview = () => checkUrl(message.previewImageUrl, `${at}.previewImageUrl`)
  switch (type) {
    case 'image':
      return [...original(), ...preview()]
    case 'video':
      return [...original(), ...preview(), ...checkTracking(message.trackingId, `${at}.trackingId`, destination)]
    case 'audio':
      return [...original(), ...checkNumber(message.duration, `${at}.duration`, 1, Number.MAX_SAFE_INTEGER)]
    case 'location':
      return [
        ...checkText(message.title, `${at}.title`, 100),
        ...checkText(message.address, `${at}.address`, 100),
        ...checkNumber(message.latitude, `${at}.latitude`, -90, 90),
        ...checkNumber(message.longitude, `${at}.longitude`, -180, 180),
      ]
    case 'sticker':
      return ['packageId', 'stickerId'].flatMap((field) => checkDigits(message[field], `${at}.${field}`))
    case 'coupon':
      return checkText(message.couponId, `${at}.couponId`, 100)
    default:
      return checkImagemap(message, at)
  }
}

function checkTracking(value: unknown, property: string, destination: Destination | undefined): Problem[] {
  if (value === undefined || !destination || destination.type === 'user') return []
  return [{ message: 'trackingId cannot be used in group chats', property }]
}

function checkDigits(value: unknown, property: string): Problem[] {
  if (value === undefined || value === '') return missing(property)
  return /^\d+$/.test(String(value)) ? [] : [{ message: 'Must be a number', property }]
}

function checkImagemap(message: Fields, at: string): Problem[] {
  const { width, height } = fieldsIn(message.baseSize)
  return [
    ...checkUrl(message.baseUrl, `${at}.baseUrl`),
    ...checkText(message.altText, `${at}.altText`, 1_500),
    ...(width === 1040 ? [] : [{ message: 'Must be 1040', property: `${at}.baseSize.width` }]),
    ...checkNumber(height, `${at}.baseSize.height`, 1, Number.MAX_SAFE_INTEGER),
    ...checkSize(message.actions, `${at}.actions`, 1, 50),
  ]
}
