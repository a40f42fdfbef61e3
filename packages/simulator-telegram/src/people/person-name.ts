import type { UserState } from '../world.ts'

export function personName({ firstName, lastName }: Pick<UserState, 'firstName' | 'lastName'>): string {
  return lastName === undefined ? firstName : `${firstName} ${lastName}`
}
