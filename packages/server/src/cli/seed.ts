import { Command } from 'commander'
import { type CliDeps, type DataOption, withDataOption } from './cli-deps.ts'
export function seedCommand(_deps: CliDeps): Command {
  return withDataOption(new Command('seed')).action((_options: DataOption) => {})
}
