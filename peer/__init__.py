"""The players' side: hosting, joining, playing over WebRTC data channels."""
