import { checkChoice, checkLength, checkSize, checkText, type Fields, fieldsIn, type Problem } from './problems.ts'

const bubbleLimitBytes = 30 * 1024
const carouselLimitBytes = 50 * 1024

/** `template` and `flex`. */
export function checkRich(message: Fields, at: string): Problem[] {
  const problems = checkText(message.altText, `${at}.altText`, 1_500)
  const inner =
    message.type === 'flex'
      ? checkFlex(fieldsIn(message.contents), `${at}.contents`)
      : checkTemplate(fieldsIn(message.template), `${at}.template`)
  return [...problems, ...inner]
}

/** Sizes and counts only; the inside of bubbles is not checked. */
function checkFlex(contents: Fields, at: string): Problem[] {
  const unknown = checkChoice(contents.type, `${at}.type`, ['bubble', 'carousel'])
  if (unknown.length > 0) return unknown
  const isCarousel = contents.type === 'carousel'
  const bubbles = isCarousel && Array.isArray(contents.contents) ? contents.contents : [contents]
  const isTooLarge = (value: unknown, limitBytes: number) => Buffer.byteLength(JSON.stringify(value)) > limitBytes
  return [
    ...(isCarousel ? checkSize(contents.contents, `${at}.contents`, 1, 12) : []),
    ...(isCarousel && isTooLarge(contents, carouselLimitBytes)
      ? [{ message: 'The carousel must be at most 50 KB', property: at }]
      : []),
    ...bubbles.flatMap((bubble, index) =>
      isTooLarge(bubble, bubbleLimitBytes)
        ? [{ message: 'The bubble must be at most 30 KB', property: isCarousel ? `${at}.contents[${index}]` : at }]
        : [],
    ),
  ]
}

function checkTemplate(template: Fields, at: string): Problem[] {
  switch (template.type) {
    case 'buttons': {
      const most = template.title !== undefined || template.thumbnailImageUrl !== undefined ? 60 : 160
      return [
        ...checkText(template.text, `${at}.text`, most),
        ...checkLength(template.title, `${at}.title`, 40),
        ...checkSize(template.actions, `${at}.actions`, 1, 4),
      ]
    }
    case 'confirm':
      return [...checkText(template.text, `${at}.text`, 240), ...checkSize(template.actions, `${at}.actions`, 2, 2)]
    case 'carousel':
    case 'image_carousel':
      return checkSize(template.columns, `${at}.columns`, 1, 10)
    default:
      return checkChoice(template.type, `${at}.type`, ['buttons', 'carousel', 'confirm', 'image_carousel'])
  }
}
