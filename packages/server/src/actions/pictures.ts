import { defaultPictureName } from '../domain/default-picture.ts'

/** Where the pictures of channels and people are found: always on this service. */
export type Pictures = { urlOf(id: string): string }

export function createPictures(baseUrl: () => string): Pictures {
  return { urlOf: (id) => `${baseUrl()}/pictures/default/${defaultPictureName(id)}` }
}
