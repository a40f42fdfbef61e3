import { GroupRulesEditor } from './group-rules-editor.tsx'

export default function GroupRulesPart() {
  return <GroupRulesEditor />
}
