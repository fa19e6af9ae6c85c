import React, { useEffect, memo } from "react";

type Props = { name: string; onPick?: (name: string) => void };

const Badge = ({ label }: { label: string }) => <span className="badge">{label}</span>;

export const UserCard: React.FC<Props> = memo(function UserCard({ name, onPick }) {
  const handleClick = () => onPick?.(name);

  useEffect(() => {
    document.title = name;
  }, [name]);

  return (
    <div onClick={handleClick}>
      <Badge label={name} />
      <button onClick={() => onPick?.(name)}>Pick</button>
    </div>
  );
});

export function useUser(id: string) {
  const [user, setUser] = React.useState<Props | null>(null);

  async function load() {
    setUser(await fetch(`/users/${id}`).then((r) => r.json()));
  }

  return { user, load };
}

export default class Boundary extends React.Component<Props> {
  state = { failed: false };
  static defaultProps = { name: "?" };

  render() {
    return this.state.failed ? <b>failed</b> : this.props.children;
  }
}
