// The least that ws needs to relay JSON between the members of a room.
import { createRequire } from "node:module";

const { WebSocketServer } = createRequire(process.argv[3])("ws");
const rooms = new Map();
const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  perMessageDeflate: false,
  maxPayload: 65536,
  backlog: 1024,
});

server.on("connection", (socket, request) => {
  const url = new URL(request.url, "http://localhost");
  const me = url.searchParams.get("id");
  const room = rooms.get(url.pathname) ?? new Map();
  rooms.set(url.pathname, room.set(me, socket));
  socket.on("message", (text) => {
    const message = JSON.parse(text);
    const to = room.get(message.to);
    delete message.to;
    message.from = me;
    to?.send(JSON.stringify(message));
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    room.delete(me);
    if (!room.size) rooms.delete(url.pathname);
  });
});
