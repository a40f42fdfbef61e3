import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Coded } from '../../ui/coded.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { Section } from '../../ui/layout.tsx'
import { hideUndoNotice } from '../undo-notice.tsx'
import { useMayChange } from '../use-may-edit.ts'
import { Export } from './export.tsx'
import { ImportTrial } from './import-trial.tsx'
import { type FileContent, type FileProblem, isProblem, mostBytes, readContent } from './read-file.ts'
import { Refused } from './refused.tsx'

export default function FilePart() {
  const { mayChange } = useMayChange()
  return (
    <Stack gap={40}>
      {mayChange && <Import />}
      <Export />
    </Stack>
  )
}

/** For the window in which a file is chosen. */
const accept = '.json,.csv,.tsv,.txt,application/json,text/csv'

/** `number`: counts the files, so that each has a trial of its own. */
type Chosen = { number: number; name: string; sizeBytes: number; content: FileContent | FileProblem }

/** Choose a file, see what it would change, then import it. */
function Import() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Chosen>()
  const choose = async (file: File) => {
    // It says that the file before this one was imported.
    hideUndoNotice()
    const { name, size: sizeBytes } = file
    // Of a file that is too large, only as much is read as shows that it is.
    const bytes = new Uint8Array(await file.slice(0, mostBytes + 1).arrayBuffer())
    setChosen((before) => ({ number: (before?.number ?? 0) + 1, name, sizeBytes, content: readContent(bytes) }))
  }
  const onFile = (file: File) => void choose(file)
  const clear = () => setChosen(undefined)
  return (
    <Section title={t('assistantParts.file.import.title')} text={t('assistantParts.file.import.text')}>
      {chosen && isProblem(chosen.content) && <Problem name={chosen.name} of={chosen.content} />}
      {chosen && !isProblem(chosen.content) ? (
        <ImportTrial
          key={chosen.number}
          name={chosen.name}
          sizeBytes={chosen.sizeBytes}
          content={chosen.content}
          onEnd={clear}
          another={{ accept, onFile }}
        />
      ) : (
        <DropArea
          text={t('assistantParts.file.import.drop')}
          choose={t('assistantParts.file.import.choose')}
          accept={accept}
          onFile={onFile}
        />
      )}
    </Section>
  )
}

function Problem({ name, of: problem }: { name: string; of: FileProblem }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (problem.kind !== 'notJson') {
    const text = t(`assistantParts.file.import.${problem.kind}`, { size: format.size(mostBytes) })
    return <Refused name={name} problems={[{ text: <Coded text={text} /> }]} />
  }
  const position = { kind: 'textLine', number: problem.line, member: undefined } as const
  return <Refused name={name} problems={[{ position, text: t('assistantParts.file.import.notJson') }]} />
}
