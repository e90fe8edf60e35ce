export default function Home() {
  return <h1>Candor</h1>
}
