import { data } from 'react-router'
import { NotFound } from '../not-found.tsx'

export const loader = () => data(null, { status: 404 })

export default function DashboardNotFound() {
  return <NotFound home={{ to: '/dashboard', label: 'Go to your dashboard' }} />
}
