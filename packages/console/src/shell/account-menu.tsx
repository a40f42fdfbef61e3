import type { Me } from '@innkeeper/contract'
import { Avatar, Box, Menu, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../api/client.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { useAccounts, useIsOperator } from '../session/accounts.ts'
import { useSignOut } from '../session/leave-accounts.ts'
import { useIsDemo } from '../session/queries.ts'
import { IconBook2, IconChartBar, IconKey, IconLogout, IconSettings, IconTool } from '../ui/icons/icons.ts'
import classes from './app-shell.module.css'
import { LanguageItems, SchemeItems } from './preference-menus.tsx'

export function AccountMenu({ me }: { me: Me }) {
  const { t } = useTranslation()
  const signOut = useSignOut(useNotifyFailure())
  const accounts = useAccounts()
  const isOperator = useIsOperator() ?? me.isOperator
  const isDemo = useIsDemo()
  const userIds = accounts.length > 1 ? accounts.map(({ userId }) => userId) : [me.userId]
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton
          className={classes.avatarButton}
          ml={4}
          aria-label={t('shell.account.label', { name: me.displayName })}
        >
          <Avatar src={picturePath(me.pictureUrl)} size={32} alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" fw={600} px="sm" py={6} truncate>
          {me.displayName}
        </Text>
        <Menu.Item leftSection={<IconKey size={16} />} renderRoot={(props) => <Link to="/account" {...props} />}>
          {t('shell.account.keys')}
        </Menu.Item>
        <Menu.Item leftSection={<IconChartBar size={16} />} renderRoot={(props) => <Link to="/usage" {...props} />}>
          {t('shell.account.usage')}
        </Menu.Item>
        {isDemo && (
          <Menu.Item hiddenFrom="sm" leftSection={<IconSettings size={16} />} component="a" href="/setup">
            {t('shell.setUpForReal')}
          </Menu.Item>
        )}
        {isOperator && (
          <Menu.Item leftSection={<IconTool size={16} />} renderRoot={(props) => <Link to="/operator" {...props} />}>
            {t('shell.account.operator')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconBook2 size={16} />} component="a" href="/docs">
          {t('shell.account.reference')}
        </Menu.Item>
        <Box hiddenFrom="md">
          <Menu.Divider />
          <Menu.Label>{t('shell.scheme.label')}</Menu.Label>
          <SchemeItems />
          <Menu.Label>{t('shell.language')}</Menu.Label>
          <LanguageItems />
        </Box>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          disabled={signOut.isPending}
          closeMenuOnClick={false}
          onClick={() => signOut.mutate(userIds)}
        >
          {t(userIds.length > 1 ? 'shell.account.signOutAll' : 'shell.account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
