import {
  arrowLineDown,
  arrowLineDownFill,
  arrowLineUp,
  arrowLineUpFill,
  chartPieSlice,
  chartPieSliceFill,
  coins,
  coinsFill,
  fileText,
  fileTextFill,
  sealCheck,
  sealCheckFill,
} from '#ui/icons.ts'
import type { NavGroup } from '#ui/layout/side-nav.tsx'

export const FINANCE: NavGroup = {
  title: 'FINANCE',
  items: [
    {
      label: 'Our Packages',
      to: '/dashboard/deposit',
      icon: coins,
      iconCurrent: coinsFill,
      also: [
        '/dashboard/crypto',
        '/dashboard/real-estate',
        '/dashboard/deposit-details',
        '/dashboard/deposit-submitted',
      ],
    },
    {
      label: 'Portfolio',
      to: '/dashboard/positions',
      icon: chartPieSlice,
      iconCurrent: chartPieSliceFill,
    },
    {
      label: 'Deposits history',
      to: '/dashboard/deposit-history',
      icon: arrowLineDown,
      iconCurrent: arrowLineDownFill,
    },
    {
      label: 'Withdrawals history',
      to: '/dashboard/withdraw-history',
      icon: arrowLineUp,
      iconCurrent: arrowLineUpFill,
      also: [
        '/dashboard/withdraw',
        '/dashboard/withdraw-balance',
        '/dashboard/withdraw-profit',
        '/dashboard/withdrawal-requested',
      ],
    },
    {
      label: 'Statements',
      to: '/dashboard/statements',
      icon: fileText,
      iconCurrent: fileTextFill,
    },
    {
      label: 'Verify my balance',
      to: '/dashboard/verify',
      icon: sealCheck,
      iconCurrent: sealCheckFill,
    },
  ],
}
