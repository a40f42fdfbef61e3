import { GroupRulesEditor } from '../welcome/group-rules-editor.tsx'

export default function GroupRulesPart() {
  return <GroupRulesEditor />
}
