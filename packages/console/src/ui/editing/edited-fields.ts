import { useTranslation } from 'react-i18next'

/** A field of a draft with its label. `path` is as in `qa.mode`. */
export type EditedField = {
  path: string
  label: string
  /** For values other than texts, numbers, booleans and lists of texts. */
  toText?: (value: never) => string
}

/** Label and text of a field's value. A field that the editor does not list gets its API name. */
export function useFieldText(
  fields: readonly EditedField[],
): (path: string) => { label: string; toText: (value: unknown) => string } {
  const { t } = useTranslation()
  const plain = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('editing.nothing')
    if (typeof value === 'boolean') return value ? t('editing.on') : t('editing.off')
    if (Array.isArray(value)) return value.length === 0 ? t('editing.nothing') : value.map(plain).join('\n')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return (path) => {
    const field = fields.find((one) => one.path === path)
    const { toText } = field ?? {}
    return { label: field?.label ?? path, toText: toText ? (value) => toText(value as never) : plain }
  }
}
