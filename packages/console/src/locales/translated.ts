/**
 * What a language must say where English says `English`: the same keys, in words of its own. The form for one (`…_one`) is
 * only for languages that have it; none but English does so far.
 */
export type Translated<English> = {
  readonly [Key in keyof English as Key extends `${string}_one` ? never : Key]: English[Key] extends string
    ? string
    : Translated<English[Key]>
}
