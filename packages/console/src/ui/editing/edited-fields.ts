import { useTranslation } from 'react-i18next'

/** A field of a draft as people know it. `path` as in `qa.mode`. */
export type EditedField = {
  path: string
  label: string
  /** For what is neither a text, a number, a switch nor a list of texts. */
  toText?: (value: never) => string
}

/** How a field is called, and its values as text. What the editor does not name is called as the service calls it. */
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
